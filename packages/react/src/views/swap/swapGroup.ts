import { moneyEn } from '../../messages/moneyEn.ts'
import { swapEn } from '../../messages/swapEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import { amountFieldCss } from '../../ui/amountField.css.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Swap } from './Swap.tsx'
import { SwapPreview } from './SwapPreview.tsx'
import { SwapSelectToken } from './SwapSelectToken.tsx'
import { swapCss } from './swap.css.ts'

/** The way from two tokens to a swap that is done. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Swap, SwapSelectToken, SwapPreview },
  styles: [amountFieldCss, swapCss],
  messages: { ...moneyEn, ...swapEn },
}
