import { expect, test } from 'vitest'
import { scenes } from '../../gallery/scenes.ts'
import { groupOfView } from './ViewGroup.ts'

const specified = [
  'Connect',
  'Account',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'ConnectingWalletConnect',
  'ConnectingExternal',
  'ConnectingSiwe',
  'ConnectingFarcaster',
  'SIWXSignMessage',
  'ApproveTransaction',
  'UnsupportedChain',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
]

test('behavior: the groups have every view of the specification', () => {
  expect(specified.filter((name) => !(name in groupOfView))).toEqual([])
})

test('behavior: the gallery has every view, for axe, the pseudo-locale and the screenshots', () => {
  const shown = new Set(scenes.map(({ history }) => history.at(-1)?.name))
  expect(Object.keys(groupOfView).filter((name) => ![...shown].some((view) => view === name))).toEqual([])
})

test('error: no two scenes have the same name', () => {
  const ids = scenes.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
