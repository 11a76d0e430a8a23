import { SignOut } from '../parts/sign-out.tsx';
import Settings from './settings.tsx';
import '../style/projects.css';

/** Settings of accounts and of oneself, which need no project. */
export default function AccountSettings() {
  return (
    <div class="outside">
      <header>
        <a class="button" href="/">
          Projects
        </a>
        <SignOut />
      </header>
      <Settings />
    </div>
  );
}
