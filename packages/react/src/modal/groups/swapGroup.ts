import { moneyEn } from '../../messages/moneyEn.ts'
import { swapEn } from '../../messages/swapEn.ts'
import { amountFieldCss } from '../../ui/amountField.css.ts'
import { Swap } from '../../views/swap/Swap.tsx'
import { SwapPreview } from '../../views/swap/SwapPreview.tsx'
import { SwapSelectToken } from '../../views/swap/SwapSelectToken.tsx'
import { swapCss } from '../../views/swap/swap.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views to swap, from the form to the outcome. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Swap, SwapSelectToken, SwapPreview },
  styles: [amountFieldCss, swapCss],
  messages: { ...moneyEn, ...swapEn },
}
