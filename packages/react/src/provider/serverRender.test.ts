import { createLatchkey } from '@latchkey/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { config } from '../../gallery/fixtures.ts'
import {
  AccountButton,
  ConnectButton,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useActivity,
  useBalances,
  useConnections,
  useModal,
  useNetwork,
  useProvider,
  useSend,
  useTheme,
  useWallets,
} from '../exports/index.ts'

test('default: provider and buttons render on a server', () => {
  const html = renderToString(
    createElement(
      LatchkeyProvider,
      { config },
      createElement(NetworkButton),
      createElement(ConnectButton),
      createElement(AccountButton),
    ),
  )
  expect(html).toContain('Connect wallet')
  expect(html).toContain('Local One')
  // Inline styles would break a page with a strict policy before React takes over.
  expect(html).not.toMatch(/style=|<style/)
})

test('behavior: every hook answers on a server', () => {
  function Probe() {
    const answers = {
      account: useAccount().status,
      network: useNetwork().active?.name,
      balances: useBalances().status,
      activity: useActivity().status,
      send: useSend().state.status,
      wallets: useWallets().installed.length,
      open: useModal().isOpen,
      mode: useTheme().resolvedMode,
      connections: useConnections().connections.length,
      provider: useProvider() === undefined,
    }
    return createElement('code', null, JSON.stringify(answers))
  }
  const latchkey = createLatchkey(config)
  const html = renderToString(createElement(LatchkeyProvider, { latchkey }, createElement(Probe)))
  const answers: unknown = JSON.parse((/<code>(.*)<\/code>/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'))
  expect(answers).toEqual({
    account: 'disconnected',
    network: 'Local One',
    balances: 'idle',
    activity: 'idle',
    send: 'editing',
    wallets: 0,
    open: false,
    mode: 'dark',
    connections: 0,
    provider: true,
  })
})

test('behavior: the app says which network a server shows', () => {
  const html = renderToString(
    createElement(
      LatchkeyProvider,
      { config: { ...config, defaultNetwork: 'eip155:31338' } },
      createElement(NetworkButton),
    ),
  )
  expect(html).toContain('Local Two')
})

test('error: a button without a provider says what is missing', () => {
  expect(() => renderToString(createElement(ConnectButton))).toThrow('<LatchkeyProvider>')
})
