import type { ViewName } from '@latchkey/core'
import { createElement } from 'react'
import { laterEn } from '../../messages/laterEn.ts'
import { missingEn } from '../../messages/missingEn.ts'
import { type LaterService, LaterView } from '../../views/later/LaterView.tsx'
import { WhatIsABuy } from '../../views/later/WhatIsABuy.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

const services = {
  OnRampProviders: 'buy',
  OnRampTokenSelect: 'buy',
  OnRampFiatSelect: 'buy',
  BuyInProgress: 'buy',
  ChooseAccountName: 'name',
  RegisterAccountName: 'name',
  RegisterAccountNameSuccess: 'name',
} as const satisfies { readonly [Name in ViewName]?: LaterService }

const views = Object.fromEntries(
  Object.entries(services).map(([name, service]) => [name, () => createElement(LaterView, { service })]),
) as { [Name in keyof typeof services]: () => ReturnType<typeof LaterView> }

/** Views of services that this site has not set up, and what buying is. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ...views, WhatIsABuy },
  styles: [],
  messages: { ...missingEn, ...laterEn },
}
