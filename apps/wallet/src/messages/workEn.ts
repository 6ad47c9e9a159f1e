/** The English texts about the proof of work before an email; in the frame's second script. */
export const workEn = {
  'work.title': 'Checking your browser…',
  'work.text':
    'Many emails were requested just now, so your browser computes something first. It takes a few seconds and reveals nothing about you.',
} as const
