import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { ConnectButton } from '../buttons/ConnectButton.tsx'
import { buttonEn } from '../messages/buttonEn.ts'
import { createTranslate } from '../messages/createTranslate.ts'
import type { ViewGroup } from '../views/ViewGroup.ts'
import { createModalLoader } from './createModalLoader.ts'
import { LatchkeyContext } from './LatchkeyContext.ts'
import { serverSnapshots } from './serverSnapshots.ts'

const group: ViewGroup = { views: {}, styles: [] }
const importGroups = {
  receive: vi.fn(async () => ({ group })),
  transactions: vi.fn(async () => ({ group })),
  swap: vi.fn(async () => ({ group })),
  send: vi.fn(async () => ({ group })),
  network: vi.fn(async () => ({ group })),
  email: vi.fn(async () => ({ group })),
  pairing: vi.fn(async () => ({ group })),
  social: vi.fn(async () => ({ group })),
  signIn: vi.fn(async () => ({ group })),
  wallets: vi.fn(async () => ({ group })),
  smartAccount: vi.fn(async () => ({ group })),
  directory: vi.fn(async () => ({ group })),
  names: vi.fn(async () => ({ group })),
  onramp: vi.fn(async () => ({ group })),
}

const modalEntry = {
  ModalRoot: () => null,
  EmbeddedModal: () => null,
  groups: { connect: group, account: group },
  importGroups,
}

test('default: fetches nothing before the first request, and each chunk once', async () => {
  const importModal = vi.fn(async () => ({ modalEntry }))
  const loader = createModalLoader({ importModal })
  expect(importModal).not.toHaveBeenCalled()
  loader.preload()
  loader.preload()
  await vi.waitFor(() => expect(loader.getState().status).toBe('ready'))
  loader.preload()
  expect(importModal).toHaveBeenCalledTimes(1)
  expect(loader.getState().groups.connect).toBe(group)
  for (const importGroup of Object.values(importGroups)) expect(importGroup).not.toHaveBeenCalled()
})

test('error: a failure sets the state, and the next attempt can succeed', async () => {
  const importModal = vi.fn(async () => ({ modalEntry }))
  importModal.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const latchkey = createFixtureLatchkey()
  const loader = createModalLoader({ importModal })
  loader.preload()
  await vi.waitFor(() => expect(loader.getState().status).toBe('failed'))
  const value = {
    latchkey,
    loader,
    snapshots: serverSnapshots(latchkey),
    locale: 'en',
    direction: 'ltr',
    messages: {},
    translateButton: createTranslate(buttonEn),
    buttonsWait: false,
    textsReady: true,
    loadTexts: () => undefined,
    mode: 'dark',
    setMode: () => undefined,
    variables: {},
    nonce: undefined,
  } as const
  const button = () => renderToString(createElement(LatchkeyContext.Provider, { value }, createElement(ConnectButton)))
  expect(button()).toContain('Could not load. Try again')
  loader.preload()
  await vi.waitFor(() => expect(loader.getState().status).toBe('ready'))
  expect(button()).toContain('Connect wallet')
})

test('error: names a group of views that fails to load, until it arrives', async () => {
  importGroups.send.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const loader = createModalLoader({ importModal: async () => ({ modalEntry }) })
  loader.loadGroup('send')
  expect(importGroups.send).not.toHaveBeenCalled()
  loader.preload()
  await vi.waitFor(() => expect(loader.getState().status).toBe('ready'))
  loader.loadGroup('send')
  await vi.waitFor(() => expect(loader.getState().failedGroup).toBe('send'))
  loader.loadGroup('send')
  await vi.waitFor(() => expect(loader.getState().groups.send).toBe(group))
  expect(loader.getState().failedGroup).toBeUndefined()
})
