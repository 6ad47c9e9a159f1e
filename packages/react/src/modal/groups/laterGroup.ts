import { laterEn } from '../../messages/laterEn.ts'
import { missingEn } from '../../messages/missingEn.ts'
import { LaterView } from '../../views/later/LaterView.tsx'
import { WhatIsABuy } from '../../views/later/WhatIsABuy.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** Views of services that this site has not set up, and what buying is. */
export const group: ViewGroup = {
  after: modalEntry,
  views: {
    OnRampProviders: LaterView,
    OnRampTokenSelect: LaterView,
    OnRampFiatSelect: LaterView,
    BuyInProgress: LaterView,
    WhatIsABuy,
  },
  styles: [],
  messages: { ...missingEn, ...laterEn },
}
