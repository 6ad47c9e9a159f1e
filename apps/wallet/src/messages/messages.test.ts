import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test, vi } from 'vitest'
import { readMessageCatalogs } from '../../vite/readMessageCatalogs.ts'
import { cardEn } from './cardEn.ts'
import { channelEn } from './channelEn.ts'
import { commonEn } from './commonEn.ts'
import { createMessageLoader } from './createMessageLoader.ts'
import { createTranslate } from './createTranslate.ts'
import { en } from './en.ts'
import { familyEn } from './familyEn.ts'
import { popupEn } from './popupEn.ts'
import { requestEn } from './requestEn.ts'
import { socialEn } from './socialEn.ts'
import { windowEn } from './windowEn.ts'
import { workEn } from './workEn.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe('texts', () => {
  test('default: fills in values, and keeps text that looks like a pattern', () => {
    const t = createTranslate(en)
    expect(t('code.againIn', { time: '0:20' })).toBe('New code in 0:20')
    expect(t('device.text', { email: '{email} $& $1' })).toContain('{email} $& $1')
  })

  test('behavior: an address stays in one piece in a language that is written from right to left', () => {
    const t = createTranslate({ 'intent.sendNft': 'إرسال مقتنى إلى {who}' })
    expect(t('intent.sendNft', { who: '0xde70…fb77' })).toBe('إرسال مقتنى إلى \u20680xde70…fb77\u2069')
    const turned = createTranslate(en)('intent.sendNft', { who: '\u202efoo' })
    expect(turned).toBe('Send a collectible to \u2068\u202efoo\u2069')
  })

  test('behavior: the voice: no exclamation marks, no empty text, no spaces at the ends', () => {
    for (const text of Object.values(en)) {
      expect(text).not.toMatch(/!/)
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
    }
  })

  test('behavior: the parts share no key, so none overwrites another', () => {
    const keys = [commonEn, cardEn, requestEn, familyEn, socialEn, windowEn, popupEn, channelEn, workEn].flatMap(
      (part) => Object.keys(part),
    )
    expect(keys.sort()).toEqual(Object.keys(en).sort())
  })

  test('behavior: Chinese addresses the visitor in one way', async () => {
    const [, chinese = {}] = (await readMessageCatalogs()).find(([language]) => language === 'zh-CN') ?? []
    expect(Object.keys(chinese)).not.toEqual([])
    expect(Object.values(chinese).filter((text) => text.includes('您'))).toEqual([])
  })

  test('behavior: every language has every text, with the same placeholders', async () => {
    for (const [language, catalog] of await readMessageCatalogs()) {
      expect(Intl.getCanonicalLocales(language)).toEqual([language])
      expect(
        Object.keys(en).filter((key) => !(key in catalog)),
        language,
      ).toEqual([])
      for (const [key, text] of Object.entries(en)) {
        expect(placeholders(catalog[key] ?? ''), `${language} ${key}`).toEqual(placeholders(text))
      }
    }
  })

  test('behavior: the way to stop a permission names the rows of the kit’s settings, in every language', async () => {
    const kit = join(import.meta.dirname, '../../../../packages/react/src/messages')
    for (const [language, catalog] of [['en', en] as const, ...(await readMessageCatalogs())]) {
      const source = readFileSync(join(kit, language === 'en' ? 'en.ts' : `data/${language}.ts`), 'utf8')
      for (const view of ['AccountSettings', 'SmartSessionList']) {
        const [, title = `no title.${view}`] = source.match(new RegExp(`'title\\.${view}': '([^']+)'`)) ?? []
        expect(catalog['permission.stop'], language).toContain(title)
      }
    }
  })
})

describe('createMessageLoader', () => {
  const asset = (url: string) => ({ url, integrity: 'sha384-x' })
  const assets = { de: asset('/de.json'), 'pt-BR': asset('/pt.json'), 'zh-CN': asset('/zh.json') }
  const make = (fetchText = vi.fn(async ({ url }: { url: string }) => JSON.stringify({ close: url }))) => ({
    fetchText,
    load: createMessageLoader({ english: { close: 'Close', retry: 'Try again' }, assets, fetchText }),
  })

  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['ZH-cn', 'zh-CN'],
    ['en-GB', 'en'],
    ['xx', 'en'],
    ['', 'en'],
  ])('default: %s → %s', async (wanted, language) => {
    expect((await make().load(wanted)).language).toBe(language)
  })

  test('behavior: only the active language is fetched, once; missing texts are English', async () => {
    const { load, fetchText } = make()
    expect(fetchText).not.toHaveBeenCalled()
    await Promise.all([load('de'), load('de')])
    const { messages } = await load('de')
    expect(fetchText.mock.calls).toEqual([[assets.de]])
    expect(messages).toEqual({ close: '/de.json', retry: 'Try again' })
  })

  test('error: a language that fails to load is English, and is loaded again', async () => {
    const fetchText = vi.fn().mockRejectedValueOnce(new ServiceError('frame_failed')).mockResolvedValue('{}')
    const { load } = make(fetchText)
    expect((await load('de')).language).toBe('en')
    expect((await load('de')).language).toBe('de')
  })
})
