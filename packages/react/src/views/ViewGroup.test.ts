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

test('behavior: no view of the specification is missing', () => {
  expect(specified.filter((name) => !(name in groupOfView))).toEqual([])
})

test('behavior: every view stands in the gallery, where axe, the pseudo-locale and the pictures find it', () => {
  const shown = new Set(scenes.map(({ history }) => history.at(-1)?.name))
  expect(Object.keys(groupOfView).filter((name) => ![...shown].some((view) => view === name))).toEqual([])
})

test('error: two scenes of one name would hide each other', () => {
  const ids = scenes.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
