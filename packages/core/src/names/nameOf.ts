import type { CoreContext } from '../CoreContext.ts'

/** Labels that are already normalized. Hyphens at the third and fourth position belong to an encoding. */
const plainLabel = /^(?!..--)_*[a-z0-9-]+$/

/**
 * Normalizes a typed name (ENSIP-15). Names with confusable letters of other scripts are refused. The tables for that load only for texts
 * that are not plain.
 *
 * @returns undefined if the text cannot be a name
 * @example await nameOf({ text: ' Ada.ETH', load }) // 'ada.eth'
 */
export async function nameOf({ text, load }: { text: string; load: CoreContext['load'] }): Promise<string | undefined> {
  const trimmed = text.trim()
  if (trimmed.length > 255) return undefined
  const lower = trimmed.toLowerCase()
  const labels = lower.split('.')
  if (labels.every((label) => plainLabel.test(label))) return labels.length > 1 ? lower : undefined
  const { normalizeName } = await load(() => import('@latchkey/clear-signing/names'))
  const name = normalizeName(trimmed)
  return name?.includes('.') ? name : undefined
}
