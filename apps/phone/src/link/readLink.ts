import { readCode } from './readCode.ts'

/** Why the page was opened: by itself, by a link with a code, or by a link whose code cannot be read. */
export type OpenedBy = { kind: 'plain' } | { kind: 'code'; uri: string } | { kind: 'unreadable' }

/** Reads the address that the page was opened at: `/wc?uri=…` brings a code; `/wc` alone brings the wallet to the front. */
export function readLink({ pathname, search }: { pathname: string; search: string }): OpenedBy {
  if (!/\/wc\/?$/.test(pathname) || !/[?&]uri=/.test(search)) return { kind: 'plain' }
  const uri = readCode(search)
  return uri === undefined ? { kind: 'unreadable' } : { kind: 'code', uri }
}
