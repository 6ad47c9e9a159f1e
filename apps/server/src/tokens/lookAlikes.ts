/**
 * Characters that look like a Latin letter in either case: Cyrillic, Greek, Armenian, Lisu, Cherokee, small capitals, crossed
 * letters and digits. A selection of Unicode's confusables (UTS #39) for token symbols.
 */
const likeLetters: Readonly<Record<string, string>> = {
  a: 'аαᴀꓮᎪɑ',
  b: 'вβʙꓐᏴЬ8',
  c: 'сϲᴄꓚᏟ₵ȼ¢',
  d: 'ԁᴅꓓᎠđ',
  e: 'еεᴇꓰᎬ€3ɛ',
  f: 'ꜰꓝϝƒ',
  g: 'ɢꓖᏀԍɡ₲',
  h: 'һнηʜꓧᎻ',
  i: 'іιɪꓲı',
  j: 'јᴊꓙᎫ',
  k: 'кκᴋꓗᏦ₭',
  l: 'ⅼʟꓡᏞł1|Ӏ',
  m: 'мμᴍꓟᎷ',
  n: 'νɴꓠո₦',
  o: 'оοᴏꓳօø0θ',
  p: 'рρᴘꓑᏢ',
  q: 'ԛզ',
  r: 'ʀꓣᎡᏒг',
  s: 'ѕꜱꓢᏚ$5',
  t: 'тτᴛꓔᎢ₮ŧ',
  u: 'υᴜꓴսц',
  v: 'ѵᴠꓦᏙ',
  w: 'ԝᴡꓪᎳω₩',
  x: 'хχꓫ×',
  y: 'уγʏꓬᎽ¥',
  z: 'ᴢꓜᏃζ',
}

const letterOf = new Map(
  Object.entries(likeLetters).flatMap(([letter, characters]) =>
    [...characters].map((character) => [character, letter] as const),
  ),
)

/** Returns the Latin letter, in lower case, that a character looks like; else the character in lower case. */
export function looksLike(character: string): string {
  const lower = character.toLowerCase()
  return letterOf.get(character) ?? letterOf.get(lower) ?? lower
}
