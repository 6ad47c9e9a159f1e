import { expect, test } from 'vitest'
import { modalCss } from '../modal/modal.css.ts'
import { accountCss } from '../views/account/account.css.ts'
import { connectCss } from '../views/connect/connect.css.ts'
import { receiveCss } from '../views/receive/receive.css.ts'
import { sendCss } from '../views/send/send.css.ts'
import { css } from './css.ts'

test('default: units become multiples of the masters', () => {
  expect(css('.a{padding:16u -4u;border-radius:14r;gap:.5u}')).toBe(
    '.a{padding:calc(var(--u)*16) calc(var(--u)*-4);border-radius:calc(var(--r)*14);gap:calc(var(--u)*.5)}',
  )
})

test('behavior: other units, colors and names stay unchanged', () => {
  const text = '.row1u{grid:1fr 2fr;color:#1f1f23;transition:all .2s;margin:1px 2em;--x1u:red}'
  expect(css(text)).toBe(text)
})

test('behavior: no style of the kit uses a unit or property that a shadow root or a page would break', () => {
  for (const text of [modalCss, accountCss, connectCss, receiveCss, sendCss]) {
    expect(text).not.toMatch(/\drem\b|@property|@font-face|@import|url\(/)
    // Every opening brace is closed. Otherwise the rest of the sheet would be lost.
    expect(text.split('{').length).toBe(text.split('}').length)
  }
})
