import { readCode } from './readCode.ts'

/** How the page was opened: directly, by a link with a code, or by a link with an unreadable code. */
export type OpenedBy = { kind: 'plain' } | { kind: 'code'; uri: string } | { kind: 'unreadable' }

/** Reads the URL of the page: `/wc?uri=…` contains a code, and `/wc` alone opens the wallet. */
export function readLink({ pathname, search }: { pathname: string; search: string }): OpenedBy {
  if (!/\/wc\/?$/.test(pathname) || !/[?&]uri=/.test(search)) return { kind: 'plain' }
  const uri = readCode(search)
  return uri === undefined ? { kind: 'unreadable' } : { kind: 'code', uri }
}
