// Where playwright-core and a Chromium are.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const BROWSERS = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
export const BROWSER = BROWSERS.find((path) => path && existsSync(path));

function playwright() {
  for (const place of [process.env.PLAYWRIGHT && join(process.env.PLAYWRIGHT, "x.js"), import.meta.url]) {
    try {
      return place && createRequire(place)("playwright-core");
    } catch {
      // Not there.
    }
  }
  return null;
}

export const library = playwright();
