import type { PermissionToken } from '@latchkey/core'
import { formatUnits, shortenAddress } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useNetwork } from '../../hooks/useNetwork.ts'

/** Formats an exact amount of a token, or of the native token if `token` is undefined. Uses base units for an unknown token. */
export function useTokenAmount(
  tokens: Readonly<Record<string, PermissionToken>>,
): (units: bigint, token: string | undefined) => string {
  const { t, format } = useModalScope()
  const { active } = useNetwork()
  return (units, token) => {
    const known = token === undefined ? active?.nativeCurrency : tokens[token.toLowerCase()]
    if (!known) return t('sessions.units', { amount: format.amount(String(units)), token: shortenAddress(token ?? '') })
    return `${format.amount(formatUnits(units, known.decimals), { digits: 18 })} ${known.symbol}`
  }
}
