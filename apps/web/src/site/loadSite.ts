import * as z from 'zod/mini'
import { listProblems } from './listProblems.ts'
import { type SiteConfig, siteConfigSchema } from './siteConfig.ts'

/** Why the site's configuration is invalid. `problems` are sentences with the key in backticks and its rule. */
export type SiteFailure = { reason: 'unreachable' | 'missing' | 'not-json' | 'invalid'; problems: readonly string[] }

/** Result of reading `/site.json`. */
export type SiteOutcome = { ok: true; site: SiteConfig } | { ok: false; failure: SiteFailure }

/** Reads and validates the configuration beside the page. Does not throw. */
export async function loadSite({
  fetch = globalThis.fetch,
}: {
  fetch?: typeof globalThis.fetch
} = {}): Promise<SiteOutcome> {
  let response: Response
  try {
    // The same request as the preload in index.html, so that the browser uses that answer.
    response = await fetch('/site.json', { credentials: 'same-origin' })
  } catch {
    return failed('unreachable')
  }
  if (!response.ok) return failed(response.status === 404 ? 'missing' : 'unreachable', `HTTP ${response.status}`)
  const text = await response.text().catch(() => '')
  // A host that answers every path with the page has no such file.
  if (text.trimStart().startsWith('<')) return failed('missing')
  return readSite(text)
}

/**
 * Reads a configuration from its text.
 *
 * @example readSite('{"apiUrl":"https://api.example.com", …}') // { ok: true, site }
 */
export function readSite(text: string): SiteOutcome {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failed('not-json', error instanceof Error ? error.message : String(error))
  }
  const result = z.safeParse(siteConfigSchema, value, { reportInput: true })
  if (result.success) return { ok: true, site: result.data }
  return failed('invalid', ...listProblems({ issues: result.error.issues }))
}

function failed(reason: SiteFailure['reason'], ...problems: string[]): SiteOutcome {
  return { ok: false, failure: { reason, problems } }
}
