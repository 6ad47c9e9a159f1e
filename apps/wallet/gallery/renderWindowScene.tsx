import { render } from 'preact'
import type { FrameTheme } from '../src/frame/Frame.ts'
import type { MessageTable } from '../src/messages/createTranslate.ts'
import { PopupScreen } from '../src/popup/PopupScreen.tsx'
import { windowCss } from '../src/ui/sheets.css.ts'
import type { PasswordMeter } from '../src/windows/createPasswordMeter.ts'
import { MailScreen } from '../src/windows/MailScreen.tsx'
import { WindowScreen } from '../src/windows/WindowScreen.tsx'
import { popupPage } from './popupScenes.ts'
import { mailCalls, type WindowScene, windowCalls, windowState } from './windowScenes.ts'

export type RenderWindowSceneParameters = {
  scene: WindowScene
  root: HTMLElement
  theme?: FrameTheme
  language?: string
  messages: MessageTable
  loadMeter: () => Promise<PasswordMeter>
}

/** Renders a window. @returns a function that removes it */
export function renderWindowScene({
  scene,
  root,
  theme = { mode: 'dark', accent: null },
  language = 'en',
  messages,
  loadMeter,
}: RenderWindowSceneParameters): () => void {
  const sheet = document.createElement('style')
  // No transitions: screenshots and tests must not catch a color in between.
  sheet.textContent = `${windowCss}*,*::before,*::after{transition:none!important}`
  document.head.append(sheet)
  if (scene.page === 'popup') {
    render(<PopupScreen page={popupPage(scene)} messages={messages} language={language} />, root)
  } else if (
    scene.page === 'device' ||
    scene.page === 'login' ||
    scene.page === 'undo' ||
    scene.page === 'rotation' ||
    scene.page === 'return'
  ) {
    const calls = { ...mailCalls, ...('mail' in scene ? scene.mail : {}) }
    const token = 'token' in scene && scene.token !== undefined ? scene.token : 'A'.repeat(43)
    render(<MailScreen page={scene.page} calls={calls} token={token} messages={messages} language={language} />, root)
  } else {
    const { state, calls, alone = false } = 'state' in scene || 'calls' in scene || 'alone' in scene ? scene : {}
    const described = { ...windowState, theme, language, ...state }
    const answering = { ...windowCalls, describe: async () => described, ...calls }
    const connect = async () => (alone ? null : answering)
    const loadMessages = async () => ({ language, messages })
    render(<WindowScreen page={scene.page} connect={connect} loadMessages={loadMessages} loadMeter={loadMeter} />, root)
  }
  return () => {
    render(null, root)
    sheet.remove()
  }
}
