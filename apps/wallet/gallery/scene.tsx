import { cardScenes } from './cardScenes.ts'
import { createGalleryMeter } from './createGalleryMeter.ts'
import { createMessages } from './createMessages.ts'
import { renderCardScene } from './renderCardScene.tsx'
import { renderWindowScene } from './renderWindowScene.tsx'
import { windowScenes } from './windowScenes.ts'

// One scene on a separate page: ?scene=code&mode=dark.
const parameters = new URLSearchParams(location.search)
const id = parameters.get('scene')
const theme = {
  mode: parameters.get('mode') === 'light' ? ('light' as const) : ('dark' as const),
  accent: parameters.get('accent'),
}
const { language, messages } = await createMessages(parameters.get('language') ?? 'en')
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
const shown = { root, theme, language, messages }
const card = cardScenes.find((one) => one.id === id)
const wallet = windowScenes.find((one) => one.id === id)
if (card !== undefined) {
  renderCardScene({
    ...shown,
    scene: card,
    onHeight: (height) => parent.postMessage({ height }, '*'),
    actions: { approve: () => parent.postMessage({ approved: true }, '*') },
  })
} else if (wallet !== undefined) {
  renderWindowScene({ ...shown, scene: wallet, loadMeter: createGalleryMeter })
}
