import type { CoreContext } from '../CoreContext.ts'

/** Labels that are in normal form as they stand; hyphens at the third and fourth place are an encoding's. */
const plainLabel = /^(?!..--)_*[a-z0-9-]+$/

/**
 * Normalises what was typed as a name (ENSIP-15). Letters of other scripts that pass for others are refused; the tables that
 * this takes are loaded only for texts that are not plain.
 *
 * @returns undefined when the text can be no name
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
