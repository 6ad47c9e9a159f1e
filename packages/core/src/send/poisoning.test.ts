import { createPoisoningCorpus, measureCorpus } from '@latchkey/testkit/poisoning'
import { expect, test } from 'vitest'
import { noteReceiver } from './noteReceiver.ts'

const { receivers } = createPoisoningCorpus({ seed: 20_261_120, size: 6000 })

test('behavior: threat 23: the activity exposes forged receivers, and honest ones give no warning', () => {
  const { recall, falseAlarms, report } = measureCorpus({
    title: 'Receivers against the history',
    cases: receivers,
    isAlarm: ({ victim, address }) => {
      const history = { addresses: victim.paid, complete: true }
      return noteReceiver({ receiver: address, own: victim.account, history })?.type === 'look-alike'
    },
  })
  console.info(report)
  expect(recall).toBeGreaterThanOrEqual(0.99)
  expect(falseAlarms).toBeLessThanOrEqual(0.01)
}, 60_000)

test('behavior: threat 23: the contacts expose them if the activity is empty or poisoned', () => {
  const { recall, falseAlarms, report } = measureCorpus({
    title: 'Receivers against the contacts',
    cases: receivers,
    isAlarm: ({ victim, address, type }) => {
      // The forged address got into the activity.
      const history = { addresses: type === 'attack' ? [address.toLowerCase()] : [], complete: false }
      const notice = noteReceiver({
        receiver: address,
        own: victim.account,
        history,
        contacts: [...victim.paid, victim.account],
      })
      return notice?.type === 'look-alike' && notice.source === 'contacts'
    },
  })
  console.info(report)
  expect(recall).toBeGreaterThanOrEqual(0.99)
  expect(falseAlarms).toBeLessThanOrEqual(0.01)
}, 60_000)
