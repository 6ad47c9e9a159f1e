import { findNameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import { labelSkeleton } from '../registry/labelSkeleton.ts'
import { words } from './words.ts'

/** Labels that are looked up for one suggestion: names that many want are free in the later ones. */
const most = 24
/** Those at the end that are of words alone: of a word that is reserved, nothing like it can be had. */
const ofWords = 6
/** Rounds after which there are enough, or never will be. */
const rounds = 12
/** Characters that are left for a word, a digit and the hyphens between. */
const room = Math.max(...words.map((word) => word.length)) + 3

/**
 * Lists labels that are like a text, the plainest first, and some of words alone at the end, or nothing else where there is nothing to be
 * like: the same ones for the same text, none that looks like another.
 *
 * @param options.text what somebody typed
 * @param options.except a label that none is to look like
 * @example listCandidates({ text: 'Alice', except: 'alice' }) // ['alice-tulip', 'misty-alice', 'alice7', …]
 */
export function listCandidates({ text, except }: { text: string; except: string | undefined }): string[] {
  const base = toBase(text)
  const next = createDraw(base || text)
  const word = () => words[next(words.length)] ?? ''
  // A digit alone: two or four would be somebody's year, three a signal to somebody.
  const digit = () => String(2 + next(8))
  // A number goes on where the text ends in one.
  const join = /[0-9]$/.test(base) ? '-' : ''
  const seen = new Set(except === undefined ? [] : [labelSkeleton(except)])
  const candidates: string[] = []
  const add = (label: string, upTo = most) => {
    const skeleton = labelSkeleton(label)
    if (candidates.length >= upTo || seen.has(skeleton) || findNameLabelIssue(label) !== undefined) return
    seen.add(skeleton)
    candidates.push(label)
  }
  const like = (label: string) => add(label, most - ofWords)
  for (let round = 0; base !== '' && round < rounds; round++) {
    if (round === 0) like(base)
    like(`${base}-${word()}`)
    like(`${word()}-${base}`)
    like(round < 2 ? `${base}${join}${digit()}` : `${word()}-${base}${join}${digit()}`)
  }
  for (let round = 0; round < rounds; round++) {
    add(`${word()}-${word()}`)
    add(`${word()}-${word()}${digit()}`)
  }
  return candidates
}

/** What of a text a label can have: letters without their accents, digits, and hyphens between them. */
function toBase(text: string): string {
  const label = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, nameLabelBounds.most - room)
  return label.replace(/^-|-$/g, '')
}

/** Numbers below a bound that follow from a text alone. Source: FNV-1a, then the steps of a linear congruential generator. */
function createDraw(text: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The lower bits of such a generator repeat soon.
    return (state >>> 8) % bound
  }
}
