import { cardScenes } from './cardScenes.ts'
import { createMessages } from './createMessages.ts'
import { renderCardScene } from './renderCardScene.tsx'

const parameters = new URLSearchParams(location.search)
const id = parameters.get('scene')
const theme = {
  mode: parameters.get('mode') === 'light' ? ('light' as const) : ('dark' as const),
  accent: parameters.get('accent'),
}
const { language, messages } = await createMessages(parameters.get('language') ?? 'en')
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
const scene = cardScenes.find((one) => one.id === id)
if (scene !== undefined) {
  renderCardScene({
    scene,
    root,
    theme,
    language,
    messages,
    onHeight: (height) => parent.postMessage({ height }, '*'),
  })
}
