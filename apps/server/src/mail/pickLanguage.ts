import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { ja } from './languages/ja.ts'
import { ko } from './languages/ko.ts'
import type { MailCatalog } from './languages/MailCatalog.ts'
import { ptBR } from './languages/pt-BR.ts'
import { ru } from './languages/ru.ts'
import { zhCN } from './languages/zh-CN.ts'

/** Available languages of emails, by BCP 47 tag. */
export const mailCatalogs: Readonly<Record<string, MailCatalog>> = {
  en,
  'zh-CN': zhCN,
  es,
  'pt-BR': ptBR,
  fr,
  de,
  ja,
  ko,
  ru,
  ar,
}

const tags = Object.keys(mailCatalogs)

/**
 * Returns the nearest available language: an exact match, else the same primary language, else English.
 *
 * @example pickLanguage('pt-PT') // { tag: 'pt-BR', catalog }
 */
export function pickLanguage(wanted: string): { tag: string; catalog: MailCatalog } {
  const wish = wanted.toLowerCase()
  const tongue = wish.split(/[-_]/)[0]
  const tag =
    tags.find((known) => known.toLowerCase() === wish) ??
    tags.find((known) => known.toLowerCase().split('-')[0] === tongue) ??
    'en'
  return { tag, catalog: mailCatalogs[tag] ?? en }
}
