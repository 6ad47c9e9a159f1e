import { normalize } from 'viem/ens'

/**
 * Normalises a name: what two texts have in common when they are one name. Letters that pass for those of another script,
 * and what cannot be seen, are refused. Source: ENSIP-15.
 *
 * @returns undefined when the text can be nobody's name
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
