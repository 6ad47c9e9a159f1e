import type { SessionToken } from '@latchkey/core'
import { formatUnits, shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useNetwork } from '../../hooks/useNetwork.ts'

/** Writes an amount of the native coin (`token` undefined) or a token, exactly; of a token that nobody knows, in its smallest units. */
export function useTokenAmount(
  tokens: Readonly<Record<string, SessionToken>>,
): (units: bigint, token: string | undefined) => string {
  const { t, format } = useModalScope()
  const { active } = useNetwork()
  return (units, token) => {
    const known = token === undefined ? active?.nativeCurrency : tokens[token.toLowerCase()]
    if (!known) return t('sessions.units', { amount: format.amount(String(units)), token: shortenAddress(token ?? '') })
    return `${format.amount(formatUnits(units, known.decimals), { digits: 18 })} ${known.symbol}`
  }
}
