import type { LatchkeyConfig } from '@latchkey/core'
import { createLocalSiwx } from '@latchkey/core/siwx'
import type { WalletListing } from '@latchkey/protocol/api'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listings } from '../../../gallery/fixtures.ts'
import { scenes } from '../../../gallery/scenes.ts'
import { answerDirectory } from '../../../test/answerDirectory.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { createTestPairing } from '../../../test/createTestPairing.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { renderScene } from '../../../test/renderScene.tsx'
import { LatchkeyProvider } from '../../provider/LatchkeyProvider.tsx'

const withApps = listings.map((listing) => ({
  ...listing,
  mobile_link: `${listing.id}://`,
  webapp_link: `https://app.${listing.id}.example`,
}))

function open(config: Partial<LatchkeyConfig> = {}) {
  const pairing = createTestPairing()
  answerDirectory(withApps)
  const latchkey = createTestKit({ connectors: { walletConnect: pairing.client }, ...config })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <main />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  return { latchkey, pairing }
}
function showScene(wanted: string) {
  const scene = scenes.find(({ id }) => id === wanted)
  if (!scene) throw new Error('No scene')
  return renderScene(scene)
}
const button = (name: RegExp | string) => page.getByRole('button', { name })
const code = page.getByRole('img', { name: 'QR code for your wallet' })

test('default: a chosen wallet scans the code with its phone, and is connected', async () => {
  const { latchkey, pairing } = open()
  await button('Ember').click()
  await expect.element(page.getByRole('tab', { name: 'QR code' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(code).toBeVisible()
  await expect.element(page.getByText(/New code in [34]:/)).toBeVisible()
  pairing.approve()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
})

test('behavior: the link of the web page is ready before the click', async () => {
  open()
  await button('Ember').click()
  await page.getByRole('tab', { name: 'Web' }).click()
  const link = page.getByRole('link', { name: 'Open Ember' })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/app\.ember\.example\/wc\?uri=wc%3A/))
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('behavior: opened for one family, it stays with that family', async () => {
  const { latchkey } = open()
  await expect.element(button('Ember')).toBeVisible()
  latchkey.modal.replace('Connect', { namespace: 'eip155' })
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  const data = expect.objectContaining({ namespace: 'eip155' })
  expect(latchkey.modal.getState().history.at(-1)).toEqual({ name: 'ConnectingWalletConnect', data })
})

test('behavior: leaving the view ends the code, and coming back makes another', async () => {
  const { pairing, latchkey } = open()
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  await button('Back').click()
  await expect.poll(() => latchkey.pairing.getState().status).toBe('idle')
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  expect(new Set(pairing.uris).size).toBe(pairing.uris.length)
})

test('error: asks again after a declined request', async () => {
  const { pairing, latchkey } = open()
  await button(/WalletConnect/).click()
  await expect.element(code).toBeVisible()
  pairing.decline()
  await expect.element(page.getByText('Request declined')).toBeVisible()
  await button('Try again').click()
  await expect.element(code).toBeVisible()
  pairing.approve()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
})

test('error: shows a relay that is down, and continues once it is up', async () => {
  const { pairing } = open()
  pairing.setRelay(false)
  await button(/WalletConnect/).click()
  await expect.element(page.getByText('Your wallet can’t be reached')).toBeVisible()
  pairing.setRelay(true)
  await button('New code').click()
  await expect.element(code).toBeVisible()
})

test('behavior: a new code appears once the device is online again', async () => {
  const { pairing } = open()
  pairing.setRelay(false)
  await button(/WalletConnect/).click()
  await expect.element(page.getByText('Your wallet can’t be reached')).toBeVisible()
  pairing.setRelay(true)
  dispatchEvent(new Event('online'))
  await expect.element(code).toBeVisible()
})

test('error: a refusal by an unknown wallet names no wallet', async () => {
  const { pairing } = open()
  await button(/WalletConnect/).click()
  await expect.element(code).toBeVisible()
  pairing.decline()
  await expect.element(page.getByText('You declined the connection. Nothing was shared.')).toBeVisible()
})

test('behavior: the same code stays after the connection to the relay was interrupted', async () => {
  const { pairing, latchkey } = open()
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  pairing.setCondition('connected')
  await expect.element(page.getByText('Scan this with Ember on your phone.')).toBeVisible()
  const shown = pairing.uris.length
  pairing.setCondition('down')
  await expect.element(page.getByText(/The connection to the relay was lost/)).toBeVisible()
  await expect.element(code).toBeVisible()
  pairing.setCondition('connected')
  await expect.element(page.getByText('Scan this with Ember on your phone.')).toBeVisible()
  expect(pairing.uris).toHaveLength(shown)
  pairing.approve()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
})

test('error: a relay that refuses this site shows no code, and leads on', async () => {
  const { pairing } = open()
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  pairing.setCondition('refused')
  await expect.element(page.getByText('The relay refused this site')).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
  await button('Choose another wallet').click()
  await expect.element(button('Lantern')).toBeVisible()
})

test('behavior: later requests open the wallet’s page that was used for the pairing', async () => {
  const { latchkey } = open()
  await button('Ember').click()
  await page.getByRole('tab', { name: 'Web' }).click()
  const noted = vi.spyOn(latchkey.pairing, 'noteOpened')
  const link = page.getByRole('link', { name: 'Open Ember' })
  await expect.element(link).toBeVisible()
  // The test does not need the page itself.
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  expect(noted).toHaveBeenCalledWith({ choice: 'web' })
  await expect.element(page.getByRole('link', { name: 'Open Ember again' })).toBeVisible()
})

test('behavior: announces an approval that also signs in', async () => {
  const siwx = { ...createLocalSiwx(), createOneClick: () => new Promise<never>(() => undefined) }
  open({ siwx })
  await button('Ember').click()
  await expect.element(page.getByText(/One approval connects you and, if your wallet supports it/)).toBeVisible()
})

describe('with only the site’s own relay', () => {
  const [harbor, fern, ember, ...others] = withApps
  if (!harbor || !fern || !ember) throw new Error('No wallets')
  const own = { ...ember, relay: 'own' as const }
  function openOwn(listings: readonly WalletListing[]) {
    const directory = answerDirectory(listings)
    const latchkey = createTestKit({ connectors: { walletConnect: true } })
    renderApp(
      <LatchkeyProvider latchkey={latchkey}>
        <main />
      </LatchkeyProvider>,
    )
    void latchkey.modal.open()
    return directory
  }

  test('default: a wallet that the relay does not reach is marked, and leads to the way that works instead of a code', async () => {
    const { asked } = openOwn([own, fern, ...others])
    await expect.element(button('Fern Get')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Ember', exact: true })).toBeVisible()
    expect(asked[0]).toMatchObject({ reach: 'own' })
    await button('Fern').click()
    await expect.element(page.getByRole('heading', { name: 'Get Fern', exact: true })).toBeVisible()
    await expect.element(page.getByText(/can’t (be )?reach/)).not.toBeInTheDocument()
    await expect.element(code).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('link', { name: 'Get Fern for this browser' }))
      .toHaveAttribute('href', 'https://shop.example/fern')
    await button('Choose another wallet').click()
    await expect.element(page.getByRole('textbox', { name: 'Search wallets' })).toBeVisible()
  })

  test('behavior: on a phone the heading names the way that works, or explains why there is none', async () => {
    await showScene('reach-unreachable-phone')
    await expect.element(page.getByRole('heading', { name: 'Continue in Fern' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open this page in Fern' })).toBeVisible()
    await expect.element(page.getByText(/can’t (be )?reach/)).not.toBeInTheDocument()
  })

  test('error: without any way the view states that the app cannot be reached, and why', async () => {
    await showScene('reach-unreachable-nowhere')
    await expect.element(page.getByRole('heading', { name: 'This site can’t reach Fern’s app' })).toBeVisible()
    await expect.element(page.getByText(/only uses the public relay/)).toBeVisible()
  })

  test('behavior: a code for any wallet is offered only if there is a wallet for it', async () => {
    openOwn([fern, harbor, ...others])
    await expect.element(button('Fern Get')).toBeVisible()
    await expect.element(button(/WalletConnect/)).not.toBeInTheDocument()
  })

  test('behavior: it is offered if the directory marks a wallet', async () => {
    openOwn([own, fern, harbor, ...others])
    await expect.element(button('Fern Get')).toBeVisible()
    await expect.element(button(/WalletConnect/)).toBeVisible()
  })

  test('behavior: the code for any wallet names those that can answer it, and leads to each', async () => {
    await showScene('reach-basic')
    await expect.element(code).toBeVisible()
    const named = page.getByRole('region', { name: 'Wallets that use this site’s own relay' })
    await expect.element(named.getByText(/Other wallets use the public relay/)).toBeVisible()
    await named.getByRole('button', { name: 'Ember' }).click()
    await expect.element(page.getByText('Scan this with Ember on your phone.')).toBeVisible()
  })
})

describe('a pending request in a paired wallet', () => {
  test.each(['paired-send', 'paired-switch'])('behavior: %s: names the device with the wallet', async (id) => {
    await showScene(id)
    await expect.element(page.getByText(/The request is waiting in Ember on your phone/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open Ember' })).not.toBeInTheDocument()
  })

  test.each(['paired-send-phone', 'paired-sign-in', 'paired-switch-phone'])(
    'behavior: %s: opens the other app',
    async (id) => {
      await showScene(id)
      await expect.element(page.getByText(/The request is waiting in Ember\./)).toBeVisible()
      await expect.element(page.getByRole('link', { name: 'Open Ember' })).toHaveAttribute('href', 'ember://')
    },
  )

  test('behavior: with the relay down, states that nothing is lost', async () => {
    await showScene('paired-send-relay')
    await expect.element(page.getByText(/Ember gets the request once it is back/)).toBeVisible()
  })
})

test('behavior: without browser wallets the code is the first view', async () => {
  open({ basic: true })
  await expect.element(code).toBeVisible()
  await button('All wallets').click()
  await expect.element(button('Ember')).toBeVisible()
})

test('behavior: a site without WalletConnect says so, and leads on', async () => {
  answerDirectory(withApps)
  const latchkey = createTestKit({ basic: true })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <main />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  await expect.element(page.getByText('No WalletConnect here')).toBeVisible()
  await button('Choose another wallet').click()
  await expect.element(button('Ember')).toBeVisible()
})
