/** The languages that there are texts in, BCP 47; English is in the bundles, the others are files of the release. */
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-CN'] as const
