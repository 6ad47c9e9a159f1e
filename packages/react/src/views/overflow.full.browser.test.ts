import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { galleryNow } from '../../gallery/fixtures.ts'
import { scenes } from '../../gallery/scenes.ts'
import { stressScene } from '../../gallery/stressScene.ts'
import { findOverflow } from '../../test/findOverflow.ts'
import { modalRoot } from '../../test/modalRoot.ts'
import { renderScene } from '../../test/renderScene.tsx'
import { stopMotion } from '../../test/stopMotion.ts'

/** A scene of each kind of view. */
const ids = [
  ...['connect-email', 'connecting', 'all-wallets', 'multi-chain', 'pairing', 'paired-wallets', 'sign-in'],
  ...[
    'account-embedded',
    'account-under-way',
    'account-settings',
    'update-email',
    'networks',
    'unsupported',
    'receive',
  ],
  ...[
    'activity',
    'transaction-trade',
    'tracked-swap',
    'send-speed',
    'send-speed-same',
    'send-preview-fee',
    'sent-final',
  ],
  ...['swap-filled', 'swap-token', 'swap-preview', 'swap-confirmed'],
  ...['name-choose-long', 'name-free-long', 'name-taken-long', 'name-done-long', 'name-account-long', 'name-account'],
  ...['name-settings', 'name-wallets', 'name-contacts', 'name-preview', 'name-receive'],
  ...[
    'buy',
    'buy-refusals',
    'buy-sample',
    'buy-token',
    'buy-fiat',
    'buy-order-declined',
    'buy-order-delivered',
    'buy-under-way',
  ],
  ...['smart-account-plain', 'smart-sessions-one', 'smart-sessions-calls'],
]
const widths = [320, 390, 1280]

stopMotion()

test.each(ids)('behavior: the longest names and amounts stay inside the card: %s', async (id) => {
  const scene = scenes.find((one) => one.id === id)
  if (scene === undefined) throw new Error(`There is no scene ${id}`)
  vi.setSystemTime(galleryNow)
  try {
    await renderScene(stressScene(scene))
    const card = (await modalRoot()).querySelector('.card')
    if (card === null) throw new Error('There is no card')
    for (const width of widths) {
      await page.viewport(width, 900)
      expect.soft(findOverflow(card), `at ${width} px`).toEqual([])
    }
  } finally {
    vi.useRealTimers()
  }
})
