/** The variants as the server shows them: the dump that a Python test keeps true. */

import shown from "../../../tests/golden/variants.json";
import type { Variant } from "../protocol";
import type { Counting } from "../board/scoring";

export const variants = shown as unknown as Variant[];

export function variantOf(id: string): Variant {
  const found = variants.find((each) => each.id === id);
  if (!found) throw new Error(`no variant ${id}`);
  return found;
}

export function countingOf(id: string, rules: { [name: string]: string } = {}): Counting {
  const variant = variantOf(id);
  const values = new Map(variant.tiles.map(([letter, , value]) => [letter, value]));
  return { layout: variant, values, rules: { ...variant.defaults, ...rules } };
}
