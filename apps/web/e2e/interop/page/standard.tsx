import { LatchkeyProvider } from '@latchkey/react'
import { createRoot } from 'react-dom/client'
import { startStandardApp } from './standardApp.ts'
import { latchkey } from './standardKit.ts'

// The provider brings the modal, in which somebody signs in; the app itself knows nothing of the kit.
const element = document.getElementById('kit')
if (!element) throw new Error('standard.html has no #kit')
createRoot(element).render(<LatchkeyProvider latchkey={latchkey}>{null}</LatchkeyProvider>)
startStandardApp()
