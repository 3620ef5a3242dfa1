import { h, iconButton } from './dom';

const box = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });

// A short message at the edge, which goes by itself.
export function toast(message: string, kind: 'info' | 'error' = 'info'): void {
  if (!box.isConnected) document.body.append(box);
  const item = h(
    'div',
    { class: `toast ${kind}` },
    h('span', {}, message),
    iconButton('close', 'Close this message', () => item.remove()),
  );
  box.append(item);
  while (box.children.length > 4) box.firstElementChild?.remove();
  window.setTimeout(() => item.remove(), kind === 'error' ? 9000 : 4000);
}
