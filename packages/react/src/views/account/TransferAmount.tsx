import type { Transfer } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'

export type TransferAmountProps = { transfer: Transfer /** Every decimal. */; exact?: boolean }

/** The amount of a transfer, with its sign. An NFT has a name instead of an amount. */
export function TransferAmount({ transfer, exact = false }: TransferAmountProps) {
  const { format } = useModalScope()
  const { fungible_info: token, nft_info: nft, direction, quantity } = transfer
  const isWhole = nft !== null && quantity.numeric === '1'
  const name = token?.symbol ?? nft?.name ?? ''
  const write = (digits: number) => (isWhole ? name : `${format.signed(quantity.numeric, direction, digits)} ${name}`)
  return (
    <span className="figures amount" data-direction={direction} translate="no" title={exact ? undefined : write(80)}>
      {write(exact ? 80 : 4)}
    </span>
  )
}
