/** What is asked of the server about the visitor himself, and about other players. */

import type { GroupWord, Me, Profile, Session } from "./protocol.people";
import { ask } from "./server";

export const loadMe = (): Promise<Me> => ask<Me>("/api/me");

export const loadProfile = (login: string): Promise<Profile> =>
  ask<Profile>(`/api/players/${encodeURIComponent(login)}`);

export const loadSessions = async (): Promise<Session[]> =>
  (await ask<{ sessions: Session[] }>("/api/me/sessions")).sessions;

export const revokeSessions = async (wish: { session: string } | { others: true }): Promise<Session[]> =>
  (await ask<{ sessions: Session[] }>("/api/me/sessions/revoke", wish)).sessions;

/** The words of a group, and at how many tables it has played. */
export interface GroupWords {
  words: GroupWord[];
  tables: number;
}

const groupPath = (group: string): string => `/api/groups/${encodeURIComponent(group)}/words`;

export const loadGroupWords = (group: string): Promise<GroupWords> => ask<GroupWords>(groupPath(group));

export const changeGroupWords = (
  group: string,
  change: { word: string; language: string; remove?: boolean },
): Promise<GroupWords> => ask<GroupWords>(groupPath(group), change);
