import { h } from './dom';

// What stops the whole page: the program has ended, or there are no data.
export class Banner {
  private text = h('span', {});
  private again: HTMLButtonElement;
  private element: HTMLElement;
  private timer = 0;

  constructor(retry: () => void) {
    this.again = h('button', { type: 'button', class: 'small', onclick: retry }, 'Try now');
    this.element = h('div', { class: 'banner', role: 'alert', hidden: true }, this.text, this.again);
    document.body.append(this.element);
  }

  show(message: string): void {
    clearInterval(this.timer);
    this.text.textContent = message;
    this.again.hidden = true;
    this.element.hidden = false;
  }

  // Counts down to the next attempt.
  lost(retryIn: number): void {
    const until = performance.now() + 1000 * retryIn;
    const tell = (): void => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      this.text.textContent = `The program has ended or cannot be reached. ${left > 0 ? `Trying again in ${left} s.` : 'Trying…'}`;
    };
    clearInterval(this.timer);
    this.timer = window.setInterval(tell, 250);
    tell();
    this.again.hidden = false;
    this.element.hidden = false;
  }

  hide(): void {
    clearInterval(this.timer);
    this.element.hidden = true;
  }
}
