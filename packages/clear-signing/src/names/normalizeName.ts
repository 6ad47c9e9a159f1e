import { normalize } from 'viem/ens'

/**
 * Normalizes a name, so that two texts of one name are equal. Refuses letters that imitate another script, and invisible characters.
 * Source: ENSIP-15.
 *
 * @returns undefined if the text cannot be a name
 * @example normalizeName('Ada.ETH') // 'ada.eth'
 */
export function normalizeName(text: string): string | undefined {
  try {
    const name = normalize(text)
    return name === '' ? undefined : name
  } catch {
    return undefined
  }
}
