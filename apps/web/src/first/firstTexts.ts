/** Labels of the first button. */
type FirstTexts = { connect: string; opening: string; again: string }

/** By language. `connect` and `again` equal the kit's texts (`button.connect`, `button.loadFailed`), so that the label stays when it loads. */
export const firstTexts: Readonly<Record<string, FirstTexts>> & { en: FirstTexts } = {
  en: { connect: 'Connect wallet', opening: 'Opening…', again: 'Could not load. Try again' },
  ar: { connect: 'ربط محفظة', opening: 'جارٍ الفتح…', again: 'تعذّر التحميل. حاول مرة أخرى' },
  de: { connect: 'Wallet verbinden', opening: 'Wird geöffnet…', again: 'Nicht geladen. Erneut versuchen' },
  es: { connect: 'Conectar wallet', opening: 'Abriendo…', again: 'No se pudo cargar. Reintentar' },
  fr: { connect: 'Connecter un wallet', opening: 'Ouverture…', again: 'Échec du chargement. Réessayer' },
  ja: { connect: 'ウォレットを接続', opening: '開いています…', again: '読み込めません。もう一度試す' },
  ko: { connect: '지갑 연결', opening: '여는 중…', again: '불러오지 못했습니다. 다시 시도' },
  'pt-BR': { connect: 'Conectar carteira', opening: 'Abrindo…', again: 'Não carregou. Tentar de novo' },
  ru: { connect: 'Подключить кошелёк', opening: 'Открывается…', again: 'Не загрузилось. Повторить' },
  'zh-CN': { connect: '连接钱包', opening: '正在打开…', again: '加载失败，请重试' },
}
