import { errorCatalog } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { closeLastSentence } from './closeLastSentence.ts'

test('default: a text of one sentence stays unchanged', () => {
  expect(closeLastSentence('Token Balance Unavailable')).toBe('Token Balance Unavailable')
  expect(closeLastSentence('chain not found on connector.')).toBe('chain not found on connector.')
  expect(closeLastSentence('Please try again after 12 seconds')).toBe('Please try again after 12 seconds')
  expect(closeLastSentence('Choose a price tolerance between 0.1 and 50 percent')).toBe(
    'Choose a price tolerance between 0.1 and 50 percent',
  )
  expect(closeLastSentence('网络请求失败')).toBe('网络请求失败')
})

test('behavior: the last of several sentences gets the period of its script', () => {
  expect(closeLastSentence('The server is busy. Try again in a moment')).toBe(
    'The server is busy. Try again in a moment.',
  )
  expect(closeLastSentence('Failed to send transaction. Please try again.')).toBe(
    'Failed to send transaction. Please try again.',
  )
  expect(closeLastSentence('服务器繁忙。请稍后再试')).toBe('服务器繁忙。请稍后再试。')
  expect(closeLastSentence('サーバーが混雑しています。もう一度お試しください')).toBe(
    'サーバーが混雑しています。もう一度お試しください。',
  )
  expect(closeLastSentence('서버가 바쁩니다. 다시 시도하세요')).toBe('서버가 바쁩니다. 다시 시도하세요.')
  expect(closeLastSentence('Ждём… Ответа пока нет? Попробуйте ещё раз')).toBe(
    'Ждём… Ответа пока нет? Попробуйте ещё раз.',
  )
})

test('behavior: every message of the catalog with several sentences ends with a period', () => {
  for (const { message } of Object.values(errorCatalog)) {
    const shown = closeLastSentence(message)
    if (/[.!?]\s/.test(shown)) expect(shown).toMatch(/[.!?]$/)
    else expect(shown).toBe(message)
  }
})
