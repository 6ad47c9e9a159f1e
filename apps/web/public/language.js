// Runs before the first paint, so that the page never changes its direction. A file, because the content security policy allows no
// inline script. LanguageProvider takes over from here.
const known = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-CN']
const serve = (tag) => {
  const [base, ...rest] = tag.toLowerCase().split('-')
  // Simplified Chinese does not replace traditional Chinese.
  if (base === 'zh' && rest.some((part) => /^(hant|tw|hk|mo)$/.test(part)) && !rest.includes('hans')) return undefined
  return known.find((one) => one.split('-')[0] === base)
}
let chosen = null
try {
  chosen = localStorage.getItem('@latchkey/site-language')
} catch {
  // Storage is blocked: the browser's languages apply.
}
const language = known.find((one) => one === chosen) ?? navigator.languages.map(serve).find(Boolean) ?? 'en'
document.documentElement.lang = language
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
