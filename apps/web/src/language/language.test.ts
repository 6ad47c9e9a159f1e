import { expect, test } from 'vitest'
import { english } from './english.ts'
import { languages } from './languages.ts'

type Leaf = string | ((...values: string[]) => string)
type Tree = { readonly [key: string]: Leaf | Tree }

/** Returns every text by its path; filled-in values are «0», «1», … */
function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function')
      return [[at, value(...Array.from({ length: value.length }, (_, index) => `«${index}»`))]]
    return leaves(value, at)
  })
}

const original = new Map(leaves(english as unknown as Tree))
/** Names, signs, and words that are the same in several languages. */
const shared = new Set([
  'Token',
  'Portfolio',
  'Links',
  'System',
  'Volume',
  'Volume 24 h',
  'Pages',
  'Transaction',
  'Live',
  'Nonce',
  'Status',
  '24 h',
  'Sandbox',
  'Type',
  'Name',
  'Version',
  'Browser',
  '«0» min',
  '«0» h',
  '«0» d',
  '«0» ms',
  '«0» («1»)',
])
const fillings = (text: string) => [...new Set(text.match(/«\d»/g))].sort()

const others = Object.entries(languages).filter(([tag]) => tag !== 'en')

test.each(others)('default: %s has every text, with the same placeholders', async (tag, { name, load }) => {
  const { text, kit } = (await load()).language
  const left: string[] = []
  expect(name).not.toBe('')
  expect(typeof kit === 'string' ? kit : kit.locale).toBe(tag)
  expect(text.direction).toBe(tag === 'ar' ? 'rtl' : 'ltr')
  expect(Intl.getCanonicalLocales(text.locale)).toEqual([text.locale])
  for (const [path, value] of leaves(text as unknown as Tree)) {
    if (path === 'locale' || path === 'direction') continue
    const english = original.get(path) ?? ''
    expect(fillings(value), `${tag} ${path}`).toEqual(fillings(english))
    expect(value, `${tag} ${path}`).not.toMatch(/[!！¡]|\.\.\.|^\s|\s$|^$/)
    if (value === english && !shared.has(value)) left.push(`${path}: ${value}`)
  }
  expect(left).toEqual([])
})

test.each([
  ['de', /\p{Ll} (Sie|Ihr\p{Ll}*)(?!\p{L})/u],
  ['zh-CN', /您/],
] as const)('behavior: %s addresses the visitor in one way', async (tag, other) => {
  const { text } = (await languages[tag].load()).language
  expect(leaves(text as unknown as Tree).filter(([, value]) => other.test(value))).toEqual([])
})
