import { Signal } from '../signal';
import { recall, remember } from './storage';

export type ThemeChoice = 'auto' | 'light' | 'dark';
const choices: ThemeChoice[] = ['auto', 'light', 'dark'];

// Dark or light: chosen, or what the system likes.
export class Theme {
  choice: ThemeChoice;
  readonly changed = new Signal<boolean>();
  private system = window.matchMedia('(prefers-color-scheme: dark)');

  constructor(given: string | null) {
    const wish = given ?? recall('theme');
    this.choice = choices.find((choice) => choice === wish) ?? 'auto';
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get dark(): boolean {
    return this.choice === 'auto' ? this.system.matches : this.choice === 'dark';
  }

  next(): void {
    this.choice = choices[(choices.indexOf(this.choice) + 1) % choices.length]!;
    remember('theme', this.choice);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    this.changed.emit(this.dark);
  }
}
