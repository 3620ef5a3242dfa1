import { icons, type IconName } from './icons';

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

// An element: `on...` are listeners, known properties are set, the rest are attributes.
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class') element.className = String(value);
    else if (name in element && !name.includes('-') && name !== 'list') (element as unknown as Props)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export function icon(name: IconName): HTMLElement {
  const span = h('span', { class: 'icon', 'aria-hidden': 'true' });
  span.innerHTML = `<svg viewBox="0 0 24 24">${icons[name]}</svg>`;
  return span;
}

// A button that shows only an icon; its name is its tooltip too.
export function iconButton(
  name: IconName,
  label: string,
  onclick: (event: MouseEvent) => void,
  more: Props = {},
): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick, ...more },
    icon(name),
  );
}

export function setIcon(button: HTMLElement, name: IconName, label: string): void {
  if (button.dataset.icon === name && button.title === label) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute('aria-label', label);
}

export const setPressed = (button: HTMLElement, on: boolean): void => button.setAttribute('aria-pressed', String(on));

// A popover below or above its button; a press elsewhere or Escape closes it.
export function popover(button: HTMLElement, content: HTMLElement): HTMLElement {
  content.classList.add('popover');
  content.hidden = true;
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-haspopup', 'true');
  const show = (on: boolean): void => {
    content.hidden = !on;
    button.setAttribute('aria-expanded', String(on));
  };
  button.addEventListener('click', () => show(content.hidden));
  document.addEventListener('pointerdown', (event) => {
    const target = event.target as Node;
    if (!content.hidden && !content.contains(target) && !button.contains(target)) show(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
  });
  return h('div', { class: 'popover-anchor' }, button, content);
}

// Gives a text to the person as a file.
export function download(name: string, address: string): void {
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
