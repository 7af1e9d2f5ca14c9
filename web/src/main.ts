/** The first thing that runs: words of the visitor's language, then the page. */

import { mount } from "svelte";
import App from "./App.svelte";
import "./look/tokens.css";
import "./look/ground.css";
import "./look/controls.css";
import "./look/board.css";
import "./look/tiles.css";
import "./look/papers.css";
import "./look/room.css";
import "./look/room-wide.css";
import "./look/room-lying.css";
import { router } from "./router.svelte";
import { watchTheLine } from "./table/connection.svelte";
import { speakPreferred } from "./words/language.svelte";

router.listen();
watchTheLine();
await speakPreferred();

const target = document.getElementById("app");
if (!target) throw new Error("The page has no #app");
mount(App, { target });
