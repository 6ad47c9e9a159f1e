import { expect, onTestFinished, test } from 'vitest'
import { mendStyles } from './mendStyles.ts'

/** Adds a style sheet to the page, and resolves after it has loaded or failed. */
async function addSheet(href: string): Promise<HTMLLinkElement> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const settled = new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  document.head.append(link)
  await settled
  onTestFinished(() => document.querySelector(`link[href="${href}"]`)?.remove())
  return link
}

test('behavior: flaw 2: a style sheet that failed to load is fetched again, and a loaded one stays', async () => {
  const there = await addSheet('data:text/css,:root{--there:1}')
  const missing = await addSheet('http://127.0.0.1:9/missing.css')
  await expect(mendStyles()).rejects.toThrow('missing.css did not arrive')
  expect(there.isConnected).toBe(true)
  expect(missing.isConnected).toBe(false)
  const again = document.querySelector<HTMLLinkElement>('link[href="http://127.0.0.1:9/missing.css"]')
  if (!again) throw new Error('The link is gone')
  again.href = 'data:text/css,:root{--came:1}'
  await mendStyles()
  await expect.poll(() => getComputedStyle(document.documentElement).getPropertyValue('--came')).toBe('1')
  document.querySelector('link[href*="--came"]')?.remove()
})
