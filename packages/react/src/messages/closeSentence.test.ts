import { expect, test } from 'vitest'
import { closeSentence } from './closeSentence.ts'

test('default', () => {
  expect(closeSentence('The network cannot be reached')).toBe('The network cannot be reached.')
})

test('behavior: what is ended stays, and each writing ends its own way', () => {
  expect(closeSentence('Nothing was sent.')).toBe('Nothing was sent.')
  expect(closeSentence('Waiting…')).toBe('Waiting…')
  expect(closeSentence('网络请求失败')).toBe('网络请求失败。')
  expect(closeSentence('接続できません')).toBe('接続できません。')
  expect(closeSentence('네트워크에 연결할 수 없습니다')).toBe('네트워크에 연결할 수 없습니다.')
})
