import { missingEn } from '../../messages/missingEn.ts'
import { moneyEn } from '../../messages/moneyEn.ts'
import { onrampEn } from '../../messages/onrampEn.ts'
import { amountFieldCss } from '../../ui/amountField.css.ts'
import { transactionStepsCss } from '../../ui/transactionSteps.css.ts'
import { BuyInProgress } from '../../views/onramp/BuyInProgress.tsx'
import { OnRampFiatSelect } from '../../views/onramp/OnRampFiatSelect.tsx'
import { OnRampProviders } from '../../views/onramp/OnRampProviders.tsx'
import { OnRampTokenSelect } from '../../views/onramp/OnRampTokenSelect.tsx'
import { OrderRows } from '../../views/onramp/OrderRows.tsx'
import { onrampCss } from '../../views/onramp/onramp.css.ts'
import { WhatIsABuy } from '../../views/onramp/WhatIsABuy.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views of the onramp, their explanation, and the orders in the account. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { OnRampProviders, OnRampTokenSelect, OnRampFiatSelect, BuyInProgress, WhatIsABuy },
  OrderRows,
  styles: [amountFieldCss, transactionStepsCss, onrampCss],
  messages: { ...missingEn, ...moneyEn, ...onrampEn },
}
