import { takeFragment } from './takeFragment.ts'

/**
 * Takes the token of an email link out of the URL.
 *
 * @returns null if there is none
 */
export function takeToken({ window }: { window: Pick<Window, 'location' | 'history'> }): string | null {
  const token = takeFragment({ window })
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}
