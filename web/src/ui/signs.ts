// The colour of a dialect's monogram: its hue, made light or dark enough to be readable on every background of a theme.

import type { DialectFacts } from "./dialects.ts";

/** Luminance with a contrast of 4.5 to all backgrounds of the theme (test/signs.test.ts), and saturation. */
const shades = { light: { luminance: 0.085, saturation: 0.6 }, dark: { luminance: 0.45, saturation: 0.65 } };

type Colour = [red: number, green: number, blue: number];

/** Channels from 0 to 1. */
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number): number =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The colour of a hue with that luminance, as #rrggbb. Luminance grows with lightness, so this is a bisection. */
function shade(hue: number, { luminance: wanted, saturation }: { luminance: number; saturation: number }): string {
  let [low, high] = [0, 1];
  for (let round = 0; round < 12; round += 1) {
    const middle = (low + high) / 2;
    if (luminance(fromHsl(hue, saturation, middle)) < wanted) low = middle;
    else high = middle;
  }
  const channels = fromHsl(hue, saturation, low).map((channel) => Math.round(channel * 255));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** The colours of a hue in the two themes. */
export function signColours(hue: number): { light: string; dark: string } {
  return { light: shade(hue, shades.light), dark: shade(hue, shades.dark) };
}

/** The hue of a dialect: from its description, or derived from its name. */
export function hueOf({ id, hue }: Pick<DialectFacts, "id" | "hue">): number {
  return hue ?? [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}
