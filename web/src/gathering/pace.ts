/** How much time there is, in plain words. */

import type { Pace } from "../protocol.gathering";
import { say } from "../words/language.svelte";

/** So many seconds as one would say it: whole minutes where they are. */
export const spanText = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? say("n.minutes", { n: seconds / 60 }) : say("n.seconds", { n: seconds });

export function paceText(pace: Pace): string {
  switch (pace.kind) {
    case "none":
      return say("pace.none");
    case "bank": {
      const bank = spanText(pace.bank_s);
      if (pace.increment_s === 0) return say("pace.bank", { bank });
      return say("pace.bank_increment", { bank, increment: spanText(pace.increment_s) });
    }
    case "turn":
      return say("pace.turn", { time: spanText(pace.turn_s) });
    case "days":
      return say("pace.days", { time: say("n.days", { n: pace.days }) });
  }
}
