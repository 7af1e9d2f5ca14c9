/** What lies beside the board and is not needed to lay the first tile: loaded when the page has nothing else to do. */

export const loadPapers = () => import("../papers/Papers.svelte");
export const loadGameOver = () => import("../papers/GameOver.svelte");
export const loadHandOver = () => import("../papers/HandOver.svelte");
export const loadLookBack = () => import("../papers/LookBack.svelte");
export const loadVotePanel = () => import("../papers/VotePanel.svelte");
export const loadHintLine = () => import("../papers/HintLine.svelte");
export const loadKeys = () => import("../papers/Keys.svelte");
export const loadLens = () => import("../papers/Lens.svelte");
export const loadScoreSheet = () => import("../papers/ScoreSheet.svelte");
export const loadSide = () => import("../papers/Side.svelte");

/** What other people at the table bring with them: clocks, who is here, what is asked of each other. */
export const loadSeatState = () => import("../company/SeatState.svelte");
export const loadAsks = () => import("../company/Asks.svelte");
export const loadCompany = () => import("../company/Company.svelte");
export const loadTalk = () => import("../talk/TalkButton.svelte");
export const loadGathering = () => import("../gathering/GatheringRoom.svelte");

/** Fetch it all before it is asked for, so that it is there even when the line is not. */
export function loadInGoodTime(): void {
  const load = () =>
    void Promise.allSettled([
      loadScoreSheet(),
      loadSide(),
      loadPapers(),
      loadLens(),
      loadKeys(),
      loadHintLine(),
      loadLookBack(),
      loadHandOver(),
      loadGameOver(),
      loadVotePanel(),
    ]);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load, { timeout: 1500 });
  else setTimeout(load, 300);
}
