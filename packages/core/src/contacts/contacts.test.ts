import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactsRecordKey } from '../storage/contactsRecordKey.ts'
import { createTestEnvironment, createTestTabs, type TestEnvironment } from '../testing/createTestEnvironment.ts'
import { createContacts } from './createContacts.ts'

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ben = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const open = (environment: TestEnvironment) => createContacts({ context: { environment, load: (chunk) => chunk() } })
const list = (environment: TestEnvironment) => open(environment).list({ namespace: 'eip155' })

test('default: the last receiver comes first, with the name of the last payment', async () => {
  const environment = createTestEnvironment()
  const contacts = open(environment)
  expect(await list(environment)).toEqual([])
  await contacts.noteContact({ namespace: 'eip155', address: ada.toLowerCase(), name: 'ada.eth' })
  await environment.advance(1000)
  await contacts.noteContact({ namespace: 'eip155', address: ben, name: undefined })
  await environment.advance(1000)
  const now = environment.now()
  await contacts.noteContact({ namespace: 'eip155', address: ada, name: undefined })
  expect(await list(environment)).toEqual([
    { namespace: 'eip155', address: ada, name: 'ada.eth', usedAt: now, payments: 2 },
    { namespace: 'eip155', address: ben, name: undefined, usedAt: now - 1000, payments: 1 },
  ])
  await contacts.remove({ namespace: 'eip155', address: ada.toLowerCase() })
  expect((await list(environment)).map(({ address }) => address)).toEqual([ben])
  await contacts.remove({ namespace: 'eip155', address: ben })
  expect(environment.storage.getItem(contactsRecordKey)).toBeNull()
})

test('behavior: an address that the app saved has its name, with or without payments, and other contacts lose that name', async () => {
  const environment = createTestEnvironment()
  const contacts = open(environment)
  await contacts.noteContact({ namespace: 'eip155', address: ada, name: 'Cleo' })
  const cleo = `0x${'12'.repeat(20)}`
  contacts.setSaved([
    { address: cleo, name: 'Cleo' },
    { address: ben.toLowerCase(), name: 'Ben' },
    { address: 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN', name: 'Sol' },
    { address: 'none', name: 'Nobody' },
  ])
  await contacts.noteContact({ namespace: 'eip155', address: ben, name: undefined })
  const names = async (namespace: 'eip155' | 'solana') =>
    (await contacts.list({ namespace })).map(({ address, name, isSaved, payments }) => [
      address,
      name,
      isSaved,
      payments,
    ])
  expect(await names('eip155')).toEqual([
    [ben, 'Ben', true, 1],
    [ada, undefined, undefined, 1],
    [cleo, 'Cleo', true, 0],
  ])
  expect(await names('solana')).toEqual([['mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN', 'Sol', true, 0]])
  contacts.setSaved([])
  expect((await list(environment)).map(({ name }) => name)).toEqual([undefined, 'Cleo'])
  expect(environment.storage.getItem(contactsRecordKey)).not.toContain('Ben')
})

test('behavior: a name belongs only to the receiver of its last payment', async () => {
  const environment = createTestEnvironment()
  const contacts = open(environment)
  const names = async () => (await list(environment)).map(({ address, name }) => [address, name])
  await contacts.noteContact({ namespace: 'eip155', address: ada, name: 'ada.eth' })
  await environment.advance(1000)
  await contacts.noteContact({ namespace: 'eip155', address: ben, name: 'ada.eth' })
  expect(await names()).toEqual([
    [ben, 'ada.eth'],
    [ada, undefined],
  ])
  await environment.advance(1000)
  await contacts.noteContact({ namespace: 'eip155', address: ada, name: undefined })
  expect(await names()).toEqual([
    [ada, undefined],
    [ben, 'ada.eth'],
  ])
})

test('behavior: 50 of each family are kept, the newest', async () => {
  const environment = createTestEnvironment()
  const contacts = open(environment)
  await contacts.noteContact({
    namespace: 'solana',
    address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    name: undefined,
  })
  for (let index = 0; index < 60; index++) {
    await environment.advance(1)
    await contacts.noteContact({
      namespace: 'eip155',
      address: `0x${String(index).padStart(40, '0')}`,
      name: undefined,
    })
  }
  const kept = await list(environment)
  expect(kept).toHaveLength(50)
  expect(kept.map(({ address }) => Number(address.slice(2)))).toEqual(
    Array.from({ length: 50 }, (_, index) => 59 - index),
  )
  expect(await contacts.list({ namespace: 'solana' })).toHaveLength(1)
})

test('behavior: two tabs lose no contacts of each other, and count one payment once', async () => {
  const tabs = createTestTabs()
  const [one, two] = [open(tabs.open()), open(tabs.open())]
  const payment = { namespace: 'eip155', address: ada, name: undefined, hash: `0x${'ab'.repeat(32)}` } as const
  await Promise.all([one.noteContact(payment), two.noteContact(payment), two.noteContact({ ...payment, address: ben })])
  await one.noteContact({ ...payment, hash: `0x${'cd'.repeat(32)}` })
  for (const contacts of [one, two]) {
    const found = await contacts.list({ namespace: 'eip155' })
    expect(Object.fromEntries(found.map(({ address, payments }) => [address, payments]))).toEqual({
      [ada]: 2,
      [ben]: 1,
    })
  }
})

test('behavior: an invalid address is not stored', async () => {
  const environment = createTestEnvironment()
  const contacts = open(environment)
  for (const address of ['', 'ada.eth', '0x12', `${ada}0`])
    for (const namespace of ['eip155', 'solana', 'bip122'] as const)
      await contacts.noteContact({ namespace, address, name: undefined })
  expect(environment.storage.getItem(contactsRecordKey)).toBeNull()
})

test('error: a foreign record loses only its invalid entries', async () => {
  const environment = createTestEnvironment()
  const good = { namespace: 'eip155', address: ada.toLowerCase(), usedAt: 5, payments: 1, hashes: [] }
  const bad = [
    null,
    7,
    { ...good, address: '0x1' },
    { ...good, namespace: 'cosmos' },
    { ...good, usedAt: 'now' },
    { ...good, payments: -1 },
    { ...good, name: 'x'.repeat(300) },
    { ...good, address: ben, hashes: Array.from({ length: 99 }, () => 'x') },
  ]
  environment.storage.setItem(contactsRecordKey, JSON.stringify({ version: 1, contacts: [...bad, good, good] }))
  expect(await list(environment)).toEqual([
    { namespace: 'eip155', address: ada, name: undefined, usedAt: 5, payments: 1 },
  ])
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      environment.storage.setItem(contactsRecordKey, text)
      expect(await list(environment)).toEqual([])
    }),
  )
})

test('error: without a working storage, contacts are lost but payments continue', async () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const contacts = open(createTestEnvironment({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } }))
  await contacts.noteContact({ namespace: 'eip155', address: ada, name: undefined })
  expect(await contacts.list({ namespace: 'eip155' })).toEqual([])
})
